import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { helpTitles } from './help-titles.ts'

const root = join(import.meta.dirname, '../../../../..')
const help = join(root, 'content/help')
const articles = readdirSync(help).flatMap((name) => /^(.*)\.en\.md$/.exec(name)?.[1] ?? [])

test.each(['en', 'zh'] as const)('names articles by their titles, in %s', (language) => {
  for (const [article, title] of Object.entries(helpTitles[language])) {
    const text = readFileSync(join(help, `${article}.${language}.md`), 'utf8')
    expect([article, /^title: (.*)$/m.exec(text)?.[1]]).toEqual([article, title])
  }
})

/** The sources of everything that shows pages, but for tests. */
const sources = ['apps/web/src', 'apps/server/src/site', 'apps/server/src/abuse'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap(({ name, parentPath }) =>
    /\.tsx?$/.test(name) && !name.includes('.test.') ? [readFileSync(join(parentPath, name), 'utf8')] : [],
  ),
)

/** Where sources name articles: `helpPath('x')`, `article="x"`, `articles={['x']}`, a table of articles, an address. */
const PLACES = [
  /helpPath\('([\w-]+)'/g,
  /article="([\w-]+)"/g,
  /articles=\{\[([^\]]*)\]/g,
  /articles = \[([^\]]*)\]/g,
  /helpOf: [^{]*\{([^}]*)\}/g,
  /\/support\/([\w-]+)/g,
]

test('every article of the help is linked from where its question arises', () => {
  const places = sources.flatMap((text) =>
    PLACES.flatMap((place) => [...text.matchAll(place)].map(([, found]) => found)),
  )
  const linked = new Set(places.flatMap((place = '') => place.match(/[a-z][\w-]*/g) ?? []))
  expect(articles).toHaveLength(35)
  expect(articles.filter((article) => !linked.has(article))).toEqual([])
})
