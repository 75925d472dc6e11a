import { describe, expect, it } from 'vitest'
import { buildFileTree, type Folder, nameOf } from './file-tree.ts'

const files = (...paths: string[]) => paths.map((path, index) => ({ id: String(index), path, bytes: 10 }))

/** The tree as an indented text. */
function draw(folder: Folder, indent = ''): string[] {
  return [
    ...folder.folders.flatMap((child) => [
      `${indent}${child.name}/ ${child.fileCount} ${child.bytes}`,
      ...draw(child, `${indent}  `),
    ]),
    ...folder.files.map(({ path }) => `${indent}${nameOf(path)}`),
  ]
}

describe('buildFileTree', () => {
  it('puts files into their folders, counting everything below', () => {
    const tree = buildFileTree(files('a.pdf', 'photos/left.jpg', 'photos/raw/1.tiff', 'photos/raw/2.tiff', 'b.pdf'))
    expect(draw(tree)).toEqual([
      'photos/ 3 30',
      '  raw/ 2 20',
      '    1.tiff',
      '    2.tiff',
      '  left.jpg',
      'a.pdf',
      'b.pdf',
    ])
    expect([tree.fileCount, tree.bytes]).toEqual([5, 50])
  })

  it('keeps folders of one name in different places separate', () => {
    const tree = buildFileTree(files('x/raw/1', 'y/raw/2'))
    expect(tree.folders.map(({ folders }) => folders[0]?.path)).toEqual(['x/raw', 'y/raw'])
  })

  it.each(['__proto__/a', 'constructor/a', 'toString/b'])('treats %s as a folder like any other', (path) => {
    expect(buildFileTree(files(path)).folders[0]?.fileCount).toBe(1)
  })

  it('builds 100,000 files 32 folders deep without a deep stack', () => {
    const deep = Array.from({ length: 31 }, (_none, index) => `d${index}`).join('/')
    const tree = buildFileTree(files(...Array.from({ length: 100_000 }, (_none, index) => `${deep}/${index}`)))
    expect(tree.fileCount).toBe(100_000)
  })
})
