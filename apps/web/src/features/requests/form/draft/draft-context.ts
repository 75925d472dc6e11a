import type { Role } from '@waybill/contract/billing/plans'
import { createContext, useContext, useState } from 'react'
import { type DraftFault, type DraftFinding, judgeDraft } from './judge-draft.ts'
import type { RequestDraft } from './request-draft.ts'

type Change = Partial<RequestDraft> | ((draft: RequestDraft) => Partial<RequestDraft>)

export interface DraftForm {
  draft: RequestDraft
  change: (change: Change) => void
  role: Role
  isEdit: boolean
  /** The passphrase of a request that will be sealed, once it is valid; it exists here only, and is stored nowhere. */
  passphrase: string | null
  setPassphrase: (passphrase: string | null) => void
  findings: readonly DraftFinding[]
  /** What is wrong with the element of this id, once it is time to say so. */
  faultOf: (field: string) => DraftFault | null
  wasTried: boolean
  setTried: (wasTried: boolean) => void
}

/** Empty fields are reported when the form is sent, all other errors at once. */
const PATIENT: readonly DraftFault[] = [
  'title-missing',
  'item-name',
  'section-name',
  'options',
  'nobody',
  'password-short',
  'passphrase',
  'address',
]

/** A draft in its form: what is typed, and what is wrong with it. */
export function useDraftForm(initial: RequestDraft, role: Role, isEdit: boolean): DraftForm {
  const [draft, setDraft] = useState(initial)
  const [wasTried, setTried] = useState(false)
  const [passphrase, setPassphrase] = useState<string | null>(null)
  const findings = judgeDraft(draft, { role, isEdit, hasPassphrase: passphrase !== null })
  const faultOf = (field: string) => {
    const fault = findings.find((finding) => finding.field === field)?.fault ?? null
    return fault !== null && !wasTried && PATIENT.includes(fault) ? null : fault
  }
  const change = (next: Change) =>
    setDraft((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }))
  return { draft, change, role, isEdit, passphrase, setPassphrase, findings, faultOf, wasTried, setTried }
}

const DraftContext = createContext<DraftForm | null>(null)
export const DraftProvider = DraftContext.Provider

/** The draft of the surrounding form. */
export function useDraft(): DraftForm {
  const form = useContext(DraftContext)
  if (form === null) throw new Error('no draft around')
  return form
}
