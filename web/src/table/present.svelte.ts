/** Match time as it runs; in replay the time of the moment that is shown. */
import { untrack } from 'svelte'

interface Moment {
  time: (() => number) | null | undefined // ms of match time now; none in replay
  stood: number // ms of match time at the moment shown
  moving: boolean // something runs out, or counts up
}

/** The match time now, for a component that shows it ticking. */
export function present(moment: () => Moment): { readonly now: number } {
  let now = $state(0)
  $effect(() => {
    const { time, stood, moving } = moment()
    untrack(() => (now = time ? time() : stood))
    if (!time || !moving) return
    const timer = setInterval(() => (now = time()), 100)
    return () => clearInterval(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
