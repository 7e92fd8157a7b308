/** All sounds, synthesised. One switch turns them off, one slider makes them softer; two never begin within 60 ms. */
import { settings } from './settings.svelte'

export type Sound =
  | 'step' // a wooden tick
  | 'land' // a lower one
  | 'sticks' // four ticks
  | 'stone' // a block
  | 'water'
  | 'jewel'
  | 'turn' // yours
  | 'refused'
  | 'second' // of the last ten
  | 'win'

const LEVEL = 10 ** (-18 / 20)
const GAP = 60

let context: AudioContext | null = null
let noise: AudioBuffer | null = null
let last = -Infinity

/** Says whether a sound may begin now, and remembers that it did. */
export function mayBegin(now: number, before: number): boolean {
  return now - before >= GAP
}

export function play(sound: Sound): void {
  if (!settings.sound || !settings.volume || typeof AudioContext === 'undefined') return
  // Browsers keep audio silent until the page was touched; starting before that only earns a console warning.
  if (!navigator.userActivation?.hasBeenActive) return
  const now = performance.now()
  if (!mayBegin(now, last)) return
  last = now
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  const out = context.createGain()
  out.gain.value = (LEVEL * settings.volume) / 100
  out.connect(context.destination)
  VOICES[sound](context, out, context.currentTime + 0.005)
}

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return noise
}

function burst(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  kind: BiquadFilterType,
  from: number,
  length: number,
  { to = from, gain = 1, q = 2 } = {},
): void {
  const source = audio.createBufferSource()
  source.buffer = hiss(audio)
  const filter = audio.createBiquadFilter()
  filter.type = kind
  filter.Q.value = q
  filter.frequency.setValueAtTime(from, at)
  if (to !== from) filter.frequency.exponentialRampToValueAtTime(to, at + length)
  const envelope = audio.createGain()
  envelope.gain.setValueAtTime(gain, at)
  envelope.gain.exponentialRampToValueAtTime(0.001, at + length)
  source.connect(filter).connect(envelope).connect(out)
  source.start(at, Math.random() * 0.5, length)
}

function sine(audio: AudioContext, out: AudioNode, at: number, pitch: number, length: number, gain: number): void {
  const source = audio.createOscillator()
  source.frequency.value = pitch
  const envelope = audio.createGain()
  envelope.gain.setValueAtTime(0.0001, at)
  envelope.gain.exponentialRampToValueAtTime(gain, at + 0.01)
  envelope.gain.exponentialRampToValueAtTime(0.001, at + length)
  source.connect(envelope).connect(out)
  source.start(at)
  source.stop(at + length)
}

/** A plucked string after Karplus and Strong: a loop of noise, averaged each time round. */
function pluck(audio: AudioContext, out: AudioNode, at: number, pitch: number, length: number): void {
  const rate = audio.sampleRate
  const buffer = audio.createBuffer(1, Math.floor(rate * length), rate)
  const samples = buffer.getChannelData(0)
  const period = Math.round(rate / pitch)
  for (let i = 0; i < samples.length; i++) {
    samples[i] =
      i < period
        ? Math.random() - 0.5
        : 0.498 * ((samples[i - period] ?? 0) + (samples[i - period - 1] ?? samples[i - period] ?? 0))
  }
  const source = audio.createBufferSource()
  source.buffer = buffer
  source.connect(out)
  source.start(at)
}

const VOICES: Record<Sound, (audio: AudioContext, out: AudioNode, at: number) => void> = {
  step: (audio, out, at) => burst(audio, out, at, 'bandpass', 1800, 0.04, { gain: 2 }),
  land: (audio, out, at) => burst(audio, out, at, 'bandpass', 900, 0.06, { gain: 2.4 }),
  sticks: (audio, out, at) => {
    for (let i = 0; i < 4; i++) burst(audio, out, at + Math.random() * 0.09, 'bandpass', 1800, 0.04, { gain: 2 })
  },
  stone: (audio, out, at) => burst(audio, out, at, 'lowpass', 180, 0.22, { gain: 4, q: 1 }),
  water: (audio, out, at) => burst(audio, out, at, 'bandpass', 1200, 0.5, { to: 300, gain: 1.6 }),
  jewel: (audio, out, at) => {
    sine(audio, out, at, 1318, 0.3, 0.6)
    sine(audio, out, at, 1976, 0.3, 0.4)
  },
  turn: (audio, out, at) => {
    pluck(audio, out, at, 220, 0.7)
    pluck(audio, out, at + 0.11, 329.6, 0.7)
  },
  refused: (audio, out, at) => burst(audio, out, at, 'lowpass', 320, 0.07, { gain: 3, q: 1 }),
  second: (audio, out, at) => burst(audio, out, at, 'bandpass', 1800, 0.03, { gain: 0.7 }),
  win: (audio, out, at) => {
    sine(audio, out, at, 220, 1.2, 0.5)
    sine(audio, out, at, 330, 1.2, 0.4)
    sine(audio, out, at, 440, 1.2, 0.25)
  },
}
