/** A supplier's files for a sealed request: what `planSubmission`, the upload engine and `completeSubmission` take. */

import { plainBytesOf, sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import type { ManifestFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { type FileSeal, makeFileSeal, sealedSource, sumPlain } from '@waybill/sealing'
import { fingerprintFiles, type Mismatch, matchFiles, type SourceFile } from '@waybill/uploader'
import { dropSeals, findSeals, findSealsAs, type KeptSeal, keepSeals } from './seal-store.ts'

export interface SealedSubmission {
  /** Whether another tab of this browser could continue it; false in windows that store nothing. */
  isKept: boolean
  /** In the order of the given files; the caller keeps their items. */
  manifest: ManifestFile[]
  /** What the engine sends for the plan. */
  sources(plan: Pick<UploadPlan, 'files'>): SourceFile[]
  /**
   * The SHA-256 of each plain file, for `completeSubmission`; computed one after the other from the first call of
   * `sources`, so that they are ready at about the last part. Leaves out a file that can no longer be read.
   */
  claims(plan: Pick<UploadPlan, 'files'>): Promise<Array<{ file: string; sha256: string }>>
  /** The submission is complete, or discarded: removes everything of it from this device. */
  forget(): Promise<void>
}

interface Member {
  plain: SourceFile
  seal: FileSeal
  id: string
  /** Its fingerprint for the server, which reveals nothing of the content. */
  sealedAs: string
}

/**
 * Seals files for the request's public key. The same files within eight days in this browser are sealed the same way,
 * so that planning them resumes the unfinished upload. Rejects as reading does (NotReadableError …).
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
      // The same file for two items is the same content: one seal serves both, and one is stored.
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
 * Continues a submission begun in this browser, with its files picked again or still available. 'not-here': another
 * device began it, or its seals are gone: its arrived bytes can only be discarded, and the files sent again.
 */
export async function takeUpSealed(
  plan: Pick<UploadPlan, 'files'>,
  files: readonly SourceFile[],
): Promise<
  { is: 'ready'; submission: SealedSubmission } | { is: 'mismatch'; mismatches: Mismatch[] } | { is: 'not-here' }
> {
  // One seal belongs to one content, which is picked once however often it was sent.
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

/** Whether this browser can continue the submission at all: check it before asking for its files. */
export async function isSealedHere(plan: Pick<UploadPlan, 'files'>): Promise<boolean> {
  return (await findSealsAs(plan.files.map(({ fingerprint }) => fingerprint))).every((seal) => seal !== undefined)
}

/** The submission was discarded, on this device or another: removes its seals here. */
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

/** Of the seal's random head: different for each file and each time. */
async function nameOf({ head }: FileSeal): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', head))
  return `sealed.${Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
