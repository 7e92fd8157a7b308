// Before the first paint: a theme chosen earlier wins over the device's, and a table shows its outline. A file of its
// own, because the page allows no inline scripts.
document.documentElement.toggleAttribute('data-table', location.pathname.startsWith('/t/'))
try {
  const theme = JSON.parse(localStorage.getItem('benben.settings') || '{}').theme
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // nothing kept: the device decides
}
