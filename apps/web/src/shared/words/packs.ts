import type { Language } from '@waybill/contract/core/fields'

/**
 * Words that a first load needs come in packs of one language, so that nobody pays for the other one. The words of the
 * dashboard's rooms come in both languages with the code that says them.
 */
const loads = {
  first: { en: () => import('./packs/en/first.ts'), zh: () => import('./packs/zh/first.ts') },
  home: { en: () => import('../../app/packs/en/home.ts'), zh: () => import('../../app/packs/zh/home.ts') },
  download: {
    en: () => import('../../entries/download/packs/en/download.ts'),
    zh: () => import('../../entries/download/packs/zh/download.ts'),
  },
  answer: {
    en: () => import('../../entries/request-page/packs/en/answer.ts'),
    zh: () => import('../../entries/request-page/packs/zh/answer.ts'),
  },
  problems: { en: () => import('./packs/en/problems.ts'), zh: () => import('./packs/zh/problems.ts') },
}

export type PackName = keyof typeof loads

type Tables = typeof import('./packs/en/first.ts') &
  typeof import('../../app/packs/en/home.ts') &
  typeof import('../../entries/download/packs/en/download.ts') &
  typeof import('../../entries/request-page/packs/en/answer.ts') &
  typeof import('./packs/en/problems.ts')

const here: Record<Language, Partial<Tables>> = { en: {}, zh: {} }
const wanted = new Set<PackName>()

/** Puts tables in their place; the server's pages and the tests bring all of them at once. */
export function bringTables(language: Language, tables: Partial<Tables>): void {
  Object.assign(here[language], tables)
}

/** Loads packs in one language. Rejects where one does not come. */
export async function bringPacks(language: Language, names: readonly PackName[]): Promise<void> {
  for (const name of names) wanted.add(name)
  await Promise.all(names.map(async (name) => bringTables(language, await loads[name][language]())))
}

/** What this page has brought in one language, in another. */
export const bringLanguage = (language: Language): Promise<void> => bringPacks(language, [...wanted])

/** The table in one language, if its pack is here. */
export const tableIn = <Name extends keyof Tables>(language: Language, name: Name): Tables[Name] | undefined =>
  here[language][name]

/** A table in each language whose pack is here. A page asks for its packs before it draws anything. */
export function wordsOf<Name extends keyof Tables>(name: Name): Record<Language, Tables[Name]> {
  const read = (language: Language): Tables[Name] => {
    const table = tableIn(language, name)
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
