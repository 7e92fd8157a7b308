/** The inline marks of a rulebook: **bold**, *emphasis*, `code`. Nothing nests. */
export interface Part {
  kind: 'plain' | 'bold' | 'soft' | 'code'
  text: string
}

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g

export function marked(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const found of text.matchAll(MARKS)) {
    if (found.index > at) parts.push({ kind: 'plain', text: text.slice(at, found.index) })
    const [whole, bold, soft, code] = found
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else if (soft !== undefined) parts.push({ kind: 'soft', text: soft })
    else parts.push({ kind: 'code', text: code ?? '' })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) })
  return parts
}
