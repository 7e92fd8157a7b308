/** Numbers, lists and names in sentences. */
const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** "no", "one", up to "twelve"; then figures. */
export const count = (value: number): string => NUMBERS[value] ?? String(value)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "1 pip", "12 pips". */
export const figures = (value: number, what: string): string => `${value} ${what}${value === 1 ? '' : 's'}`

/** "one wound", "two wounds". */
export const plural = (value: number, what: string): string => `${count(value)} ${what}${value === 1 ? '' : 's'}`

/** "a, b and c". */
export const listed = (parts: readonly string[], last: 'or' | 'and' = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`

/** The name of a seat, or its number where nobody sits. */
export const nameIn = (names: readonly string[], seat: number): string => names[seat] || `Seat ${seat + 1}`
