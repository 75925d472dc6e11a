import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { loadReadable, type StoredFile } from '../../uploads/index.ts'
import { zipName } from '../pages/download-links.ts'
import { layOutZip, type ZipLayout } from '../zip/zip-layout.ts'
import { ALL, formatSelection, parseSelection } from '../zip/zip-selection.ts'
import { type GrantRow, listGrantedFiles } from './grant-store.ts'

/** An archive of granted files, laid out. */
export interface GrantedZip {
  selection: string
  name: string
  /** In the order of the layout. */
  files: readonly StoredFile[]
  /** Of these files, in the same order: one array for every answer that sends the archive. */
  fileIds: readonly string[]
  layout: ZipLayout
}

/** 'all', file ids, or a selection from a link. */
export type ZipChoice = { ids: 'all' | readonly string[] } | { selection: string }

/**
 * The archive of some of a grant's files. 'all' leaves withdrawn files out; a chosen one that is withdrawn is refused.
 *
 * @throws Problem 'file-not-found', 'file-withdrawn'
 */
export async function grantedZip({ db }: Pick<Context, 'db'>, grant: GrantRow, wanted: ZipChoice): Promise<GrantedZip> {
  const granted = await listGrantedFiles(db, grant)
  const ids = granted.map(({ id }) => id)
  const selection = 'selection' in wanted ? wanted.selection : selectionOf(ids, wanted.ids)
  const chosen = parseSelection(selection, ids.length).map((i) => ids[i] as string)
  const paths = new Map(granted.map(({ id, path }) => [id, path]))
  const loaded = (await loadReadable(db, chosen)).map((file) => ({ ...file, path: paths.get(file.id) ?? file.path }))
  if (selection !== ALL && loaded.length < chosen.length) throw new Problem('file-not-found')
  const files = loaded.filter(({ isWithdrawn }) => !isWithdrawn)
  if (selection !== ALL && files.length < loaded.length) throw new Problem('file-withdrawn')
  if (files.length === 0) throw new Problem(loaded.length > 0 ? 'file-withdrawn' : 'file-not-found')
  const name = zipName(
    files.map(({ path }) => path),
    grant.slug,
  )
  return { selection, name, files, fileIds: files.map(({ id }) => id), layout: layOutZip(files) }
}

function selectionOf(ids: readonly string[], wanted: 'all' | readonly string[]): string {
  if (wanted === 'all') return ALL
  const unknown = wanted.find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new Problem('file-not-found', { file: unknown })
  const chosen = new Set(wanted)
  return chosen.size === ids.length ? ALL : formatSelection(ids.map((id) => chosen.has(id)))
}
