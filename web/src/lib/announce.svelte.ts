/** What the live region says: the last few sentences, oldest first. */
const MOST = 8
let key = 0

export const said: { key: number; text: string }[] = $state([])

export function speak(text: string): void {
  if (!text) return
  said.push({ key: (key += 1), text })
  if (said.length > MOST) said.splice(0, said.length - MOST)
}
