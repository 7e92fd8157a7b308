/** The letters of the sentence: it is drawn once they are here, so that its lines break once. */

const PATIENCE = 1000 // ms; later the sentence is drawn without them

const FACE = '300 21px "Newsreader Variable"'

/** Settles when the letters are here, or when it takes too long. */
export const lettersCome = (): Promise<unknown> =>
  Promise.race([
    document.fonts?.load(FACE).catch(() => []) ?? Promise.resolve(),
    new Promise((done) => setTimeout(done, PATIENCE)),
  ])
