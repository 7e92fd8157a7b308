/** What waits until it is needed: things below the first screen. */
import type { Attachment } from 'svelte/attachments'

const AHEAD = '600px' // below the screen: fetched before it is scrolled there

/** Calls `come` once, when the element is near the screen. */
export const nearby =
  (come: () => void): Attachment<Element> =>
  (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        come()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }
