// Before the first paint: a theme chosen earlier wins over the device's. A file of its own, because the page allows no inline scripts.
try {
  const theme = JSON.parse(localStorage.getItem('benben.settings') || '{}').theme
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // nothing kept: the device decides
}
