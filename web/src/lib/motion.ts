/** Durations and easings of all motion; durations are 0 where the system asks for less motion. */
export const EASE = 'cubic-bezier(.2, .7, .2, 1)'
const SPANS = { fast: 120, move: 260, slow: 520 } as const

const asked = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** True where the system asks for less motion. */
export const calm = (): boolean => asked?.matches ?? false

/** Milliseconds of a named span, 0 where motion is unwanted. */
export const span = (name: keyof typeof SPANS): number => (calm() ? 0 : SPANS[name])

/** Calls back when the system's setting for less motion changes; returns a function that stops it. */
export function onCalm(told: (calm: boolean) => void): () => void {
  if (!asked) return () => {}
  const listen = (event: MediaQueryListEvent) => told(event.matches)
  asked.addEventListener('change', listen)
  return () => asked.removeEventListener('change', listen)
}

/** Runs a Web Animation and waits for its end; a skipped or impossible one ends at once. */
export async function moved(
  element: Element,
  frames: Keyframe[],
  duration: number,
  options: KeyframeAnimationOptions = {},
): Promise<void> {
  if (duration <= 0 || typeof element.animate !== 'function') return
  try {
    await element.animate(frames, { duration, easing: EASE, ...options }).finished
  } catch {
    // cancelled: the next picture is drawn already
  }
}
