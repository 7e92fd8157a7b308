/** Single letters as shortcuts, wherever nothing is typed. */
import { settings } from './settings.svelte'

/** The letter of a key press that may be a shortcut, small; empty if it is for somebody else. */
export function letterKey(event: KeyboardEvent): string {
  if (!settings.letters || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return ''
  const target = event.target instanceof Element ? event.target : document.body
  return target.closest('input, textarea, select, dialog, [popover]') ? '' : event.key.toLowerCase()
}
