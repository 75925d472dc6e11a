/**
 * A supplier's files on their way to a sealed request: what `planSubmission`, the upload engine and
 * `completeSubmission` take.
 */

import { plainBytesOf, sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import type { ManifestFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { type FileSeal, makeFileSeal, sealedSource, sumPlain } from '@waybill/sealing'
import { fingerprintFiles, type Mismatch, matchFiles, type SourceFile } from '@waybill/uploader'
import { dropSeals, findSeals, findSealsAs, type KeptSeal, keepSeals } from './seal-store.ts'

export interface SealedSubmission {
  /** Whether another tab of this browser could go on with it; false in windows that keep nothing. */
  isKept: boolean
  /** In the order the files were given; their items go beside. */
  manifest: ManifestFile[]
  /** What the engine sends for the plan. */
  sources(plan: Pick<UploadPlan, 'files'>): SourceFile[]
  /**
   * The SHA-256 of each file as it lies here, for `completeSubmission`; summed one after the other from the first call
   * of `sources` on, so that they are there about when the last part is. A file that cannot be read any more is left
   * out.
   */
  claims(plan: Pick<UploadPlan, 'files'>): Promise<Array<{ file: string; sha256: string }>>
  /** The submission is made, or given up: nothing more is kept of it on this device. */
  forget(): Promise<void>
}

interface Member {
  plain: SourceFile
  seal: FileSeal
  id: string
  /** Its fingerprint for the server, which tells nothing of the content. */
  sealedAs: string
}

/**
 * Seals files for the request's public key. The same files again within eight days in this browser are sealed the same
 * way, so that planning them takes up what was left. Rejects as reading does (NotReadableError …).
 */
export async function sealFiles(
  publicKey: string,
  files: readonly SourceFile[],
  onProgress?: (done: number, total: number) => void,
): Promise<SealedSubmission> {
  const prints = await fingerprintFiles(files, onProgress)
  const ids = prints.map(({ fingerprint }) => `${publicKey}|${fingerprint}`)
  const kept = await findSeals(ids)
  const seals = new Map<string, Promise<Named>>()
  const members = await Promise.all(
    files.map(async (plain, nth): Promise<Member> => {
      const id = ids[nth] ?? ''
      const known = kept[nth]
      // The same file for two items is the same content: one seal is good for both, and one is kept.
      const named = seals.get(id) ?? (known ? Promise.resolve(asNamed(known)) : makeNamed(publicKey, plain.bytes))
      seals.set(id, named)
      return { plain, id, ...(await named) }
    }),
  )
  return submissionOf(members, await keepSeals(members.map(asKept)))
}

type Named = Pick<Member, 'seal' | 'sealedAs'>

async function makeNamed(publicKey: string, bytes: number): Promise<Named> {
  const seal = await makeFileSeal(publicKey, bytes)
  return { seal, sealedAs: await nameOf(seal) }
}

const asNamed = ({ sealedAs, head, key }: KeptSeal): Named => ({ sealedAs, seal: { head, key } })

/**
 * Goes on with what was begun in this browser, with its files picked again or still at hand. 'not-here': it was begun
 * on another device, or its seals are gone: what has arrived of it can only be given up, and sent anew.
 */
export async function takeUpSealed(
  plan: Pick<UploadPlan, 'files'>,
  files: readonly SourceFile[],
): Promise<
  { is: 'ready'; submission: SealedSubmission } | { is: 'mismatch'; mismatches: Mismatch[] } | { is: 'not-here' }
> {
  // One seal is of one content, which is picked once however often it was sent.
  const seen = new Set<string>()
  const once = plan.files.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint))
  const kept = await findSealsAs(once.map(({ fingerprint }) => fingerprint))
  const seals = kept.filter((seal) => seal !== undefined)
  if (seals.length < once.length) return { is: 'not-here' }
  const wanted = once.map((file, nth) => ({
    ...file,
    bytes: plainBytesOf(file.bytes) ?? 0,
    fingerprint: seals[nth]?.id.slice(seals[nth].id.indexOf('|') + 1) ?? '',
  }))
  const { matched, mismatches } = await matchFiles({ files: wanted }, files)
  if (matched === null) return { is: 'mismatch', mismatches }
  const members = matched.map((plain, nth) => {
    const seal = seals[nth] as KeptSeal
    return { plain, id: seal.id, ...asNamed(seal) }
  })
  return { is: 'ready', submission: submissionOf(members, true) }
}

/** Whether what was begun can be gone on with here at all: to be asked before its files are asked for. */
export async function isSealedHere(plan: Pick<UploadPlan, 'files'>): Promise<boolean> {
  return (await findSealsAs(plan.files.map(({ fingerprint }) => fingerprint))).every((seal) => seal !== undefined)
}

/** What was begun is given up, on this device or another: nothing more is kept of it here. */
export async function forgetSealed(plan: Pick<UploadPlan, 'files'>): Promise<void> {
  const kept = await findSealsAs(plan.files.map(({ fingerprint }) => fingerprint))
  await dropSeals(kept.flatMap((seal) => (seal ? [seal.id] : [])))
}

function submissionOf(members: readonly Member[], isKept: boolean): SealedSubmission {
  const byName = new Map(members.map((member) => [member.sealedAs, member]))
  const sums = new Map<string, Promise<string | null>>()
  const sumAll = () => {
    let before: Promise<unknown> = Promise.resolve()
    for (const { sealedAs, plain } of members) {
      if (sums.has(sealedAs)) continue
      const sum = before.then(() => sumPlain(plain.slice(0, plain.bytes))).catch(() => null)
      sums.set(sealedAs, sum)
      before = sum
    }
  }
  const memberOf = ({ fingerprint, path }: UploadPlan['files'][number]): Member => {
    const member = byName.get(fingerprint)
    if (!member) throw new Error(`The plan names ${path}, which was not sealed`)
    return member
  }
  return {
    isKept,
    manifest: members.map(({ plain, sealedAs }) => ({
      path: plain.path,
      bytes: sealedBytesOf(plain.bytes),
      modifiedAt: Math.trunc(plain.modifiedAt),
      fingerprint: sealedAs,
    })),
    sources(plan) {
      sumAll()
      return plan.files.map((file) => {
        const { plain, seal } = memberOf(file)
        return sealedSource(plain, seal, { path: file.path, modifiedAt: file.modifiedAt })
      })
    },
    async claims(plan) {
      sumAll()
      const claims = plan.files.map(async (file) => ({ file: file.id, sha256: await sums.get(file.fingerprint) }))
      return (await Promise.all(claims)).flatMap(({ file, sha256 }) => (sha256 ? [{ file, sha256 }] : []))
    },
    forget: () => dropSeals(members.map(({ id }) => id)),
  }
}

const asKept = ({ id, sealedAs, seal: { head, key } }: Member): KeptSeal => ({
  id,
  sealedAs,
  head,
  key,
  keptAt: Date.now(),
})

/** Of the seal's random head: another one for each file and each time. */
async function nameOf({ head }: FileSeal): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', head))
  return `sealed.${Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
