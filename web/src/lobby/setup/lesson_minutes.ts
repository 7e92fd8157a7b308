/** How long the lesson of a game takes, never promised shorter than it is. */
import { api } from '../../lib/api'

const STEP = 0.5 // minutes for a step

/** Minutes, rounded up; 0 where there is no lesson. */
export const lessonMinutes = (game: string): Promise<number> =>
  api.lesson(game).then(
    ({ steps }) => Math.ceil(steps.length * STEP),
    () => 0,
  )
