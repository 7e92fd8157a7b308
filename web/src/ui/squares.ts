/** Dark squares of a grid as one path: a run along a row is one rectangle. */
export function outline(cells: boolean[][]): string {
  const parts: string[] = []
  cells.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x += 1
      parts.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`)
    }
  })
  return parts.join('')
}
