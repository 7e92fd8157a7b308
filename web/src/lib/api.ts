/** The REST side of the server, one function a call. */
import type {
  CaseMoment,
  CaseTry,
  Checked,
  CountedResult,
  DailyPuzzle,
  DeletedPerson,
  Fault,
  Fit,
  FreshKey,
  GameAchievements,
  GameInfo,
  History,
  Hook,
  Lesson,
  LessonMoment,
  Me,
  NewKey,
  NewTable,
  Person,
  PersonExport,
  PersonKey,
  PersonProgress,
  PositionTable,
  PuzzleDay,
  PuzzleMoment,
  PuzzleResult,
  PuzzleResults,
  PuzzleTry,
  ReviewState,
  RuleBook,
  RushPuzzle,
  Table,
  Try,
  Turn,
  WatchedMatch,
} from '../wire/messages'

/** A call that the server refused, or that never reached it. Its message is a sentence for the player. */
export class Refusal extends Error {
  constructor(
    readonly status: number, // 0: the server was not reached
    sentence: string,
    readonly clause = '',
  ) {
    super(sentence)
  }
}

let token = ''
export const useToken = (text: string): void => void (token = text)

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  let answer: Response
  try {
    answer = await fetch(path, { ...init, headers })
  } catch {
    throw new Refusal(0, 'The server does not answer. Try again in a moment.')
  }
  if (answer.ok) return (await answer.json()) as T
  const fault = (await answer.json().catch(() => null)) as Partial<Fault> | null
  throw new Refusal(answer.status, fault?.sentence ?? 'The server could not do that.', fault?.clause ?? '')
}

const send = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const post = <T>(path: string, body: unknown): Promise<T> => send('POST', path, body)

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`

const puzzleAt = (date: string, game: string): string =>
  `/api/puzzles/${encodeURIComponent(date)}/${encodeURIComponent(game)}`

export const api = {
  person: (name: string) => post<Person>('/api/people', { name }),
  me: () => call<Me>('/api/me'),
  rename: (name: string) => post<Me>('/api/me', { name }),
  exported: () => call<PersonExport>('/api/me/export'),
  deleteMe: () => send<DeletedPerson>('DELETE', '/api/me'),
  recover: (key: string) => post<Person>('/api/people/recover', { key }),
  turns: () => call<Turn[]>('/api/me/turns'),
  history: (before: string) => call<History>(`/api/me/tables?before=${encodeURIComponent(before)}`),
  achievements: (code = '') => call<GameAchievements[]>(`/api/me/achievements?table=${encodeURIComponent(code)}`),
  keys: () => call<PersonKey[]>('/api/me/keys'),
  newKey: (kind: NewKey['kind'], label = '') => post<FreshKey>('/api/me/keys', { kind, label }),
  revoke: (id: string) => send<PersonKey[]>('DELETE', `/api/me/keys/${encodeURIComponent(id)}`),
  hook: () => call<Hook>('/api/me/webhook'),
  setHook: (url: string) => send<Hook>('PUT', '/api/me/webhook', { url }),
  removeHook: () => send<Hook>('DELETE', '/api/me/webhook'),
  testHook: () => send<Hook>('POST', '/api/me/webhook/test'),
  games: () => call<GameInfo[]>('/api/games'),
  rules: (game: string) => call<RuleBook>(`/api/games/${encodeURIComponent(game)}/rules`),
  fit: (game: string, options: Record<string, unknown>) =>
    post<Fit>(`/api/games/${encodeURIComponent(game)}/options`, options),
  lesson: (game: string) => call<Lesson>(`/api/games/${encodeURIComponent(game)}/lessons`),
  tryLesson: (game: string, step: string, body: Try) =>
    post<LessonMoment>(`/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(step)}`, body),
  tryCase: (game: string, name: string, body: CaseTry) =>
    post<CaseMoment>(`/api/games/${encodeURIComponent(game)}/cases/${encodeURIComponent(name)}`, body),
  daily: (game: string, date: string) =>
    call<DailyPuzzle[]>(`/api/games/${encodeURIComponent(game)}/daily/${encodeURIComponent(date)}`),
  puzzleDay: (date: string) => call<PuzzleDay>(`/api/puzzles/${encodeURIComponent(date)}`),
  tryPuzzle: (date: string, game: string, body: PuzzleTry) => post<PuzzleMoment>(puzzleAt(date, game), body),
  countResult: (date: string, game: string, body: PuzzleResult) =>
    post<CountedResult>(`${puzzleAt(date, game)}/result`, body),
  puzzleResults: (date: string) => call<PuzzleResults>(`/api/puzzles/${encodeURIComponent(date)}/results`),
  rushPuzzle: (game: string, seed: string, n: number) => call<RushPuzzle>(`/api/rush/${game}/${seed}/${n}`),
  tryRush: (game: string, seed: string, n: number, body: PuzzleTry) =>
    post<PuzzleMoment>(`/api/rush/${game}/${seed}/${n}`, body),
  addProgress: (mine: PersonProgress) => send<PersonProgress>('PUT', '/api/me/progress', mine),
  tables: () => call<Table[]>('/api/tables'),
  watch: () => call<WatchedMatch[]>('/api/watch'),
  table: (code: string) => call<Table>(at(code)),
  review: (code: string) => call<ReviewState>(`${at(code)}/review`),
  position: (code: string, events: number) => call<PositionTable>(`${at(code)}/position?at=${events}`),
  create: (plan: NewTable) => post<Table>('/api/tables', plan),
  sit: (code: string, commitment: string) => post<Table>(`${at(code)}/sit`, { commitment }),
  record: async (code: string): Promise<string> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await fetch(recordPath(code, 'txt'), { headers })
    if (!answer.ok) throw new Refusal(answer.status, 'There is no record yet.')
    return answer.text()
  },
  bring: (record: string) =>
    call<Table>('/api/records', { method: 'POST', body: record, headers: { 'content-type': 'text/plain' } }),
  verify: (record: string) =>
    call<Checked>('/api/verify', { method: 'POST', body: record, headers: { 'content-type': 'text/plain' } }),
}

export const recordPath = (code: string, kind: 'txt' | 'json'): string => `${at(code)}/record.${kind}`
