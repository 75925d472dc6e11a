import type { Language } from '@waybill/contract/core/fields'

/** Tables of words by their names. */
export type Tables = Readonly<Record<string, unknown>>

/**
 * Words for a first load come in packs of one language, so that nobody loads the other one. The words of the
 * dashboard's features come in both languages with their code.
 */
export type Pack = Readonly<Record<Language, () => Promise<Tables>>>

const here: Record<Language, Record<string, unknown>> = { en: {}, zh: {} }
const wanted = new Set<Pack>()

/** Registers tables; the server's pages and the tests load all of them at once. */
export function bringTables(language: Language, tables: Tables): void {
  Object.assign(here[language], tables)
}

/** Loads packs in one language. Rejects where one fails. */
export async function bringPacks(language: Language, packs: readonly Pack[]): Promise<void> {
  for (const pack of packs) wanted.add(pack)
  await Promise.all(packs.map(async (pack) => bringTables(language, await pack[language]())))
}

/** Loads this page's packs in another language. */
export const bringLanguage = (language: Language): Promise<void> => bringPacks(language, [...wanted])

/** The table in one language, if its pack is loaded. The caller names the table's type. */
export const tableIn = <Table>(language: Language, name: string): Table | undefined =>
  here[language][name] as Table | undefined

/**
 * A table in each language whose pack is loaded. A page loads its packs before it renders. The caller names the table's
 * type, by a type import alone: the words themselves come with the pack.
 */
export function wordsOf<Table>(name: string): Record<Language, Table> {
  const read = (language: Language): Table => {
    const table = tableIn<Table>(language, name)
    if (table === undefined) throw new Error(`The ${language} words of ${name} have not been asked for`)
    return table
  }
  return {
    get en() {
      return read('en')
    },
    get zh() {
      return read('zh')
    },
  }
}
