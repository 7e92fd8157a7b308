/** An inlaid tile as paths: one body, an outline, a lit and a shaded edge, faint lines between its cells. */
interface Inlay {
  body: string
  edge: string
  lit: string
  dark: string
  inner: string
}

export function inlay(cells: [number, number][], size: number): Inlay {
  const filled = new Set(cells.map(([x, y]) => `${x},${y}`))
  const has = (x: number, y: number) => filled.has(`${x},${y}`)
  const gap = size * 0.022
  const n = (value: number) => String(Math.round(value * 100) / 100)
  let [body, edge, lit, dark, inner] = ['', '', '', '', '']
  for (const [x, y] of cells) {
    const [left, right, up, down] = [has(x - 1, y), has(x + 1, y), has(x, y - 1), has(x, y + 1)]
    const [X, Y] = [x * size, y * size]
    const x0 = X + (left ? 0 : gap)
    const x1 = X + size - (right ? 0 : gap)
    const y0 = Y + (up ? 0 : gap)
    const y1 = Y + size - (down ? 0 : gap)
    body += `M${n(x0)} ${n(y0)}H${n(x1)}V${n(y1)}H${n(x0)}Z`
    // where an edge meets an inner corner it runs on by one gap, so that outlines join
    const over = (beside: boolean, corner: boolean) => (beside ? (corner ? -gap : 0) : gap)
    if (!up) {
      edge += `M${n(X + over(left, has(x - 1, y - 1)))} ${n(y0)}H${n(X + size - over(right, has(x + 1, y - 1)))}`
      lit += `M${n(left ? X : x0 + size * 0.06)} ${n(y0 + size * 0.05)}H${n(right ? X + size : x1 - size * 0.06)}`
    }
    if (!down) {
      edge += `M${n(X + over(left, has(x - 1, y + 1)))} ${n(y1)}H${n(X + size - over(right, has(x + 1, y + 1)))}`
      dark += `M${n(left ? X : x0)} ${n(y1 - size * 0.035)}H${n(right ? X + size : x1)}`
    }
    if (!left) edge += `M${n(x0)} ${n(Y + over(up, has(x - 1, y - 1)))}V${n(Y + size - over(down, has(x - 1, y + 1)))}`
    if (!right) edge += `M${n(x1)} ${n(Y + over(up, has(x + 1, y - 1)))}V${n(Y + size - over(down, has(x + 1, y + 1)))}`
    if (right) inner += `M${n(X + size)} ${n(y0)}V${n(y1)}`
    if (down) inner += `M${n(x0)} ${n(Y + size)}H${n(x1)}`
  }
  return { body, edge, lit, dark, inner }
}
