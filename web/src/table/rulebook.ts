/** The rulebook at a table, fetched when it is first opened: most players need it later than the board. */
export const rulebook = async () => (await import('../help/Rulebook.svelte')).default
