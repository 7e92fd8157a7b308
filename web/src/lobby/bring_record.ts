/** Bringing a record of a finished match to the server. */
import { router, tablePath } from '../app/router.svelte'
import { api } from '../lib/api'

/** Makes a table of the record and opens its replay; a Refusal if the record is not sound. */
export async function bringRecord(record: string): Promise<void> {
  router.go(tablePath((await api.bring(record)).code, 0))
}
