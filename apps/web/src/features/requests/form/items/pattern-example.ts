import type { NameParts } from '@waybill/contract/requests/rename-pattern'
import type { ItemDraft } from '../draft/item-draft.ts'
import type { RequestDraft } from '../draft/request-draft.ts'
import { typesIn } from '../draft/typed-types.ts'

/** The sample for a pattern: a listed supplier, else an invented one, and a file as scanners name it. */
export function examplesOf(
  { suppliers }: Pick<RequestDraft, 'suppliers'>,
  item: ItemDraft,
  date: string,
  madeUp: { supplier: string; company: string; item: string },
): NameParts & { original: string } {
  const asked = suppliers.find(({ name, company }) => name !== '' || company !== '') ?? suppliers[0]
  return {
    supplier: asked ? asked.company || asked.name || (asked.email.split('@')[0] ?? '') : madeUp.supplier,
    company: asked ? asked.company : madeUp.company,
    item: item.name.trim() || madeUp.item,
    date,
    number: 1,
    original: `scan0042.${typesIn(item.types).types[0] ?? 'pdf'}`,
  }
}
