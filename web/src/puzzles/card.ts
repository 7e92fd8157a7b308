/** The picture of a day that can be shared: 1200 by 630, always in the light colours. */
import { capital } from '../lib/text'
import { dayWords } from './days'
import { shortLink, type DayCard } from './share'
import { dayLine, reachedWords, rowWords } from './words'

export const CARD = { width: 1200, height: 630 }

const SERIF = "'Newsreader Variable', Georgia, serif"
const SANS = "'Hanken Grotesk Variable', system-ui, sans-serif"
const PAINT = {
  ground: '#efede6',
  paper: '#faf8f3',
  ink: '#1a2032',
  ink2: '#454b5c',
  ink3: '#5b606e',
  edge: '#857d6c',
  lapis: '#1c4587',
  gold: '#e0a93a',
  faience: '#84d8e0',
}
const BAND = [
  { from: 0, wide: 30, fill: '#1f3f9b' },
  { from: 32.6, wide: 14, fill: '#97261a' },
  { from: 49.3, wide: 14, fill: '#41a187' },
  { from: 66, wide: 19.4, fill: '#f5d263' },
]
const COURSES = [
  { fill: '#b4492e', ink: '#fff', title: 34 },
  { fill: '#2c6b5b', ink: '#fff', title: 34 },
  { fill: '#16295c', ink: '#fff', title: 32 },
  { fill: '#e9be58', ink: '#1a2032', title: 26 },
  { fill: '#5a2e4a', ink: '#fff', title: 21 },
]

type Brush = CanvasRenderingContext2D

/** Waits for the faces that the picture is written in. */
export async function loadFaces(): Promise<void> {
  const faces = [`300 64px ${SERIF}`, `400 34px ${SERIF}`, `400 26px ${SANS}`, `650 26px ${SANS}`]
  await Promise.all(faces.map((face) => document.fonts.load(face))).catch(() => {}) // then in another face
}

/** Draws the picture of a day. */
export function drawCard(brush: Brush, card: DayCard): void {
  brush.fillStyle = PAINT.ground
  brush.fillRect(0, 0, CARD.width, CARD.height)
  brush.fillStyle = PAINT.paper
  brush.fillRect(0, 0, CARD.width, 14)
  for (let x = 0; x < CARD.width; x += 88)
    for (const { from, wide, fill } of BAND) {
      brush.fillStyle = fill
      brush.fillRect(x + from, 0, wide, 14)
    }
  brush.save()
  brush.translate(62, 70)
  drawPyramid(brush, card)
  brush.restore()
  brush.save()
  brush.translate(736, 116)
  drawWords(brush, card)
  brush.restore()
}

const [WIDE, HIGH, GAP] = [600, 80, 5] // of the pyramid's foot, of a course, between two

function shape(brush: Brush, points: readonly (readonly [number, number])[]): void {
  brush.beginPath()
  for (const [x, y] of points) brush.lineTo(x, y)
  brush.closePath()
}

function paint(brush: Brush, fill: string | null): void {
  brush.lineWidth = 2
  brush.lineJoin = 'round'
  brush.setLineDash(fill ? [] : [5, 5])
  brush.strokeStyle = fill ? PAINT.ink : PAINT.edge
  if (fill) {
    brush.fillStyle = fill
    brush.fill()
  }
  brush.stroke()
}

function write(brush: Brush, text: string, x: number, y: number, font: string, fill: string): void {
  brush.font = font
  brush.fillStyle = fill
  brush.fillText(text, x, y)
}

function drawPyramid(brush: Brush, { games }: DayCard): void {
  const step = WIDE / 2 / (games.length + 1)
  const foot = (games.length + 1) * HIGH
  brush.textAlign = 'center'
  games.forEach(({ title, solved }, i) => {
    const [low, high, top] = [i * step + 0.5, (i + 1) * step + 0.5, foot - (i + 1) * HIGH]
    const look = COURSES[i] ?? { fill: PAINT.gold, ink: PAINT.ink, title: 20 }
    const [upper, lower] = [top + GAP / 2, top + HIGH - GAP / 2]
    shape(brush, [
      [low, lower],
      [WIDE - low, lower],
      [WIDE - high, upper],
      [high, upper],
    ])
    paint(brush, solved ? look.fill : null)
    const middle = top + HIGH / 2
    const ink = solved ? look.ink : PAINT.ink3
    write(brush, capital(title), WIDE / 2, middle + (solved ? 0 : 8), `400 ${look.title}px ${SERIF}`, ink)
    if (!solved) return
    const words = `${reachedWords(solved)}${solved.helped ? ', hint' : ''}`
    const room = WIDE - 2 * high - 12
    const size = 24 - Math.min(4, i)
    brush.font = `400 ${size}px ${SANS}`
    const fit = Math.min(size, (size * room) / brush.measureText(words).width)
    write(brush, words, WIDE / 2, middle + 28 - i, `400 ${fit}px ${SANS}`, ink)
  })
  const [low, all] = [games.length * step + 0.5, games.every(({ solved }) => solved)]
  shape(brush, [
    [WIDE / 2, GAP],
    [WIDE - low, HIGH - GAP / 2],
    [low, HIGH - GAP / 2],
  ])
  paint(brush, all ? PAINT.gold : null)
  brush.fillStyle = PAINT.edge
  brush.fillRect(-34, foot, WIDE + 68, 6)
}

function drawWords(brush: Brush, card: DayCard): void {
  brush.textAlign = 'left'
  drawLogo(brush)
  write(brush, 'Benben', 82, 48, `400 52px ${SERIF}`, PAINT.ink)
  write(brush, dayWords(card.date), 0, 156, `300 64px ${SERIF}`, PAINT.ink)
  write(brush, dayLine(card.games.map(({ solved }) => solved)), 0, 206, `400 30px ${SANS}`, PAINT.ink2)
  drawStela(brush, 0, 250)
  write(brush, card.name, 74, card.row ? 278 : 296, `650 30px ${SANS}`, PAINT.ink)
  write(brush, rowWords(card.row), 74, 312, `400 26px ${SANS}`, PAINT.ink2)
  const link = shortLink(card)
  brush.font = `650 26px ${SANS}`
  const size = Math.min(26, (26 * 440) / brush.measureText(link).width)
  write(brush, link, 0, 398, `650 ${size}px ${SANS}`, PAINT.lapis)
}

/** The mark of the site: a pyramid with a golden top on its ground line, on a 26 grid. */
function drawLogo(brush: Brush): void {
  brush.save()
  brush.scale(64 / 26, 64 / 26)
  const face = (fill: string, points: readonly (readonly [number, number])[]) => {
    shape(brush, points)
    brush.fillStyle = fill
    brush.fill()
  }
  face(PAINT.ink, [
    [13, 2],
    [13, 22],
    [1.5, 22],
  ])
  face('#565b66', [
    [13, 2],
    [24.5, 22],
    [13, 22],
  ])
  face(PAINT.gold, [
    [13, 2],
    [17.02, 9],
    [8.98, 9],
  ])
  brush.fillStyle = PAINT.ink
  brush.fillRect(1, 23.85, 24, 1.5)
  brush.restore()
}

function drawStela(brush: Brush, x: number, y: number): void {
  brush.save()
  brush.translate(x, y)
  brush.scale(52 / 30, 52 / 30)
  brush.setLineDash([])
  brush.lineWidth = 1.5
  brush.fillStyle = PAINT.faience
  brush.strokeStyle = PAINT.ink
  const stone = new Path2D('M2 34.5V14a13 13 0 0 1 26 0v20.5Z')
  brush.fill(stone)
  brush.stroke(stone)
  brush.lineWidth = 1
  brush.strokeStyle = 'rgb(26 32 50 / 0.35)'
  brush.stroke(new Path2D('M5.5 31.5V14a9.5 9.5 0 0 1 19 0v17.5Z'))
  brush.translate(8, 11)
  brush.scale(14 / 12, 14 / 12)
  brush.fillStyle = PAINT.ink
  brush.fill(new Path2D('M6 .8c2.6 3.4 3.9 5.2 3.9 6.9a3.9 3.9 0 0 1-7.8 0C2.1 6 3.4 4.2 6 .8Z'))
  brush.restore()
}
