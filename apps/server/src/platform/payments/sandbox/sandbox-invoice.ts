import type { InvoiceRow } from './books.ts'
import { numberOf } from './present-sandbox.ts'
import { readBooks, type SandboxParts } from './sandbox-calls.ts'

/** What a printed invoice of the sandbox says. Money is in cents of US$. */
export interface SandboxInvoice
  extends Pick<
    InvoiceRow,
    'status' | 'price' | 'amount_cents' | 'refunded_cents' | 'created_at' | 'paid_at' | 'company'
  > {
  number: string
  /** The price without discount, credit and what is left of another plan. */
  fullCents: number
  isSwitch: boolean
  email: string
}

/** An invoice of a customer; null: they have none by that id. */
export function readSandboxInvoice(
  { db }: Pick<SandboxParts, 'db'>,
  { customer, invoice }: { customer: string; invoice: string },
): Promise<SandboxInvoice | null> {
  return readBooks(db, { customer }, ({ invoices, customer: { email }, priceOf }) => {
    const row = invoices.find(({ id }) => id === invoice)
    if (row === undefined) return null
    const { status, price, amount_cents, refunded_cents, created_at, paid_at, company, switches_to } = row
    return {
      ...{ status, price, amount_cents, refunded_cents, created_at, paid_at, company, email },
      number: numberOf(row),
      fullCents: priceOf(price).cents,
      isSwitch: switches_to !== null,
    }
  })
}
