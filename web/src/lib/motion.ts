/** Durations and easings of all motion; durations are 0 where the system or the player asks for less motion. */
import { settings } from './settings.svelte'

export const EASE = 'cubic-bezier(.2, .7, .2, 1)'
const SPANS = { fast: 120, move: 260, slow: 520 } as const

const asked = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** True where the system or the player asks for less motion. */
export const calm = (): boolean => settings.still || (asked?.matches ?? false)

/** Milliseconds of a named span, 0 where motion is unwanted. */
export const span = (name: keyof typeof SPANS): number => (calm() ? 0 : SPANS[name])

/** Calls back when the setting of the system or of the player changes; returns a function that stops it. */
export function onCalm(told: (calm: boolean) => void): () => void {
  if (!asked) return () => {}
  const listen = () => told(calm())
  asked.addEventListener('change', listen)
  addEventListener('motion', listen)
  return () => {
    asked.removeEventListener('change', listen)
    removeEventListener('motion', listen)
  }
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
