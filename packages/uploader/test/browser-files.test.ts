/** Files as a real Chromium gives them: picked, dropped, and stored over a reload. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, PageSite } from './browser.ts'
import type { TestPage } from './page/main.ts'

declare const page: TestPage

let site: PageSite
let browser: Browser

beforeAll(async () => {
  site = await PageSite.open()
}, 60_000)
afterAll(() => site.close())
beforeEach(async () => {
  browser = await Browser.open()
})
afterEach(() => browser.close())

const droppedPaths = () =>
  browser.tab.evaluate(async () => {
    const read = await page.dropped()
    return { ...read, files: read?.files.map(({ path }) => path).toSorted() }
  })

/** Browsers without these ways to read what was dropped. */
const lackingHandles = () => Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle')
const lackingEntries = () => Reflect.deleteProperty(DataTransferItem.prototype, 'webkitGetAsEntry')

describe('reading picked files', () => {
  const many = Array.from({ length: 250 }, (_, i) => `holiday/many/${String(i).padStart(3, '0')}.jpg`)

  test('a dropped folder is walked to its end, without the files of file managers', async () => {
    await browser.visit(site)
    // Chromium leaves out other systems' files by itself.
    for (const name of [...many, 'holiday/.DS_Store', 'holiday/plan.txt']) await browser.onDisk(name, 3)
    await mkdir(join(browser.folder, 'holiday/empty'))
    await browser.drop([join(browser.folder, 'holiday'), await browser.onDisk('alone.txt', 5)])
    const files = [...many, 'holiday/plan.txt', 'alone.txt'].toSorted()
    expect(await droppedPaths()).toEqual({ files, noise: 1, unreadable: [], folders: 3 })
  })

  test('entries give the same without handles', async () => {
    await browser.tab.addInitScript(lackingHandles)
    await browser.visit(site)
    for (const name of [...many, 'holiday/.DS_Store', 'holiday/Thumbs.db']) await browser.onDisk(name, 3)
    await browser.drop([join(browser.folder, 'holiday')])
    expect(await droppedPaths()).toEqual({ files: many, noise: 2, unreadable: [], folders: 2 })
  })

  test('where the browser cannot open folders, they do not count as empty files', async () => {
    await browser.tab.addInitScript(lackingHandles)
    await browser.tab.addInitScript(lackingEntries)
    await browser.visit(site)
    await browser.onDisk('holiday/a.jpg', 3)
    await browser.drop([join(browser.folder, 'holiday'), await browser.onDisk('empty.txt', 0)])
    expect(await droppedPaths()).toEqual({ files: ['empty.txt'], noise: 0, unreadable: ['holiday'], folders: 0 })
  })

  test('a picked folder keeps its structure', async () => {
    await browser.visit(site)
    for (const name of ['holiday/a/1.jpg', 'holiday/b/2.jpg', 'holiday/.DS_Store']) await browser.onDisk(name, 3)
    await browser.tab.setInputFiles('#folder', join(browser.folder, 'holiday'))
    const paths = await browser.tab.evaluate(() =>
      page
        .picked('#folder')
        .files.map(({ path }) => path)
        .toSorted(),
    )
    expect(paths).toEqual(['holiday/a/1.jpg', 'holiday/b/2.jpg'])
  })
})

describe('handles', () => {
  const keep = () => browser.tab.evaluate(async () => page.keepHandles('upload', (await page.dropped())?.files ?? []))
  const take = (from: Page) =>
    from.evaluate(async () => {
      const taken = await page.takeHandles('upload')
      if (taken === null) return null
      if ('ask' in taken) return 'ask'
      return Promise.all(taken.files.map(async (file) => [file.path, await file.slice(0, 99).text()]))
    })

  test.each([
    ['files', ['a.txt', 'b.txt'], ['a.txt', 'b.txt']],
    ['a folder', ['holiday/a/1.txt', 'holiday/b.txt'], ['holiday']],
  ])('bring %s back after a reload, while another tab is open', async (_name, names, dropped) => {
    await browser.visit(site)
    for (const name of names) await browser.onDisk(name, name)
    await browser.drop(dropped.map((name) => join(browser.folder, name)))
    expect(await keep()).toBe(true)
    const other = await browser.context.newPage()
    await other.goto(site.origin)
    await other.waitForFunction(() => 'page' in globalThis)
    // The browser drops a permission with the last page that holds its handle.
    await other.evaluate(async () => Object.assign(globalThis, { held: await page.takeHandles('upload') }))
    await browser.visit(site)
    expect(await take(browser.tab)).toEqual(names.map((name) => [name, name]))
    await rm(join(browser.folder, names[0] ?? ''))
    expect(await take(browser.tab)).toBeNull()
    await browser.tab.evaluate(() => page.dropHandles('upload'))
    expect(await take(browser.tab)).toBeNull()
  })

  test('without another tab, the browser asks again in a click', async () => {
    await browser.visit(site)
    await browser.drop([await browser.onDisk('alone.txt', 3)])
    expect(await keep()).toBe(true)
    await browser.tab.goto('about:blank')
    await browser.visit(site)
    expect(await take(browser.tab)).toBe('ask')
  })

  test('are stored for all files or for none', async () => {
    await browser.visit(site)
    await browser.tab.setInputFiles('#files', await browser.onDisk('a.txt', 3))
    expect(await browser.tab.evaluate(() => page.keepHandles('upload', page.picked('#files').files))).toBe(false)
    expect(await take(browser.tab)).toBeNull()
  })
})
