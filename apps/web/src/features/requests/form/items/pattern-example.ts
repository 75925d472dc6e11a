import type { NameParts } from '@waybill/contract/requests/rename-pattern'
import type { RequestDraft } from '../draft/request-draft.ts'
import type { SlotDraft } from '../draft/slot-draft.ts'
import { typesIn } from '../draft/typed-types.ts'

/** What a pattern is tried on: somebody who is asked, else somebody made up, and a file as scanners name it. */
export function examplesOf(
  { people }: Pick<RequestDraft, 'people'>,
  slot: SlotDraft,
  date: string,
  madeUp: { supplier: string; company: string; slot: string },
): NameParts & { original: string } {
  const asked = people.find(({ name, company }) => name !== '' || company !== '') ?? people[0]
  return {
    supplier: asked ? asked.company || asked.name || (asked.email.split('@')[0] ?? '') : madeUp.supplier,
    company: asked ? asked.company : madeUp.company,
    slot: slot.name.trim() || madeUp.slot,
    date,
    number: 1,
    original: `scan0042.${typesIn(slot.types).types[0] ?? 'pdf'}`,
  }
}
