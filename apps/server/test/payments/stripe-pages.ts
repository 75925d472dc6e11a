/**
 * The pages of the Stripe-shaped server, for the journeys: a checkout and an open invoice, in plain HTML without a
 * script. `?panel` is the same inside a frame, which tells the page around it where to go once it is paid.
 */
import { Problem } from '@waybill/contract/core/problems'
import { html } from '../../src/platform/mail-transport/html.ts'
import type { Books, CheckoutRow } from '../../src/platform/payments/sandbox/books.ts'
import {
  dueAtPage,
  openInvoiceCheckout,
  type Payment,
  type PayResult,
  payCheckout,
} from '../../src/platform/payments/sandbox/pay-checkout.ts'
import { isRedeemable } from '../../src/platform/payments/sandbox/promotions.ts'
import type { StripeBooks } from './stripe-books.ts'

export interface PageAnswer {
  status: number
  /** Where the browser is sent. */
  location?: string
  body: string
}

interface Asked {
  path: string
  isPanel: boolean
  /** What the form was sent with; null where the page is only opened. */
  form: URLSearchParams | null
}

/** Null: no page. */
export function stripePage(all: StripeBooks, { path, isPanel, form }: Asked): PageAnswer | null {
  const [, kind, id = ''] = /^\/(pay|invoice)\/([\w-]+)$/.exec(path) ?? []
  if (kind === undefined) return null
  try {
    const { books, checkout } = kind === 'pay' ? findCheckout(all, id) : findInvoice(all, id)
    if (form === null) return shown(books, checkout, '')
    if (form.has('apply')) return shown(books, checkout, applyCode(books, checkout, form.get('code') ?? ''))
    return settled(books, checkout, form, isPanel)
  } catch (error) {
    return { status: 404, body: page('Something went wrong', html`<p>${String(error)}</p>`) }
  }
}

function findCheckout(all: StripeBooks, id: string): { books: Books; checkout: CheckoutRow } {
  const books = all.holding('checkouts', id)
  return { books, checkout: books.checkouts.find((one) => one.id === id) as CheckoutRow }
}

/** One page for each invoice, however often it is opened. */
function findInvoice(all: StripeBooks, id: string): { books: Books; checkout: CheckoutRow } {
  const books = all.holding('invoices', id)
  const invoice = books.invoices.find((one) => one.id === id)
  if (invoice?.status !== 'open') throw new Problem('checkout-closed')
  const known = books.checkouts.find(({ invoice_id, status }) => invoice_id === id && status === 'open')
  return { books, checkout: known ?? openInvoiceCheckout(books, invoice, { language: 'en', backTo: '' }) }
}

function applyCode({ promotions, now }: Books, checkout: CheckoutRow, code: string): string {
  const found = promotions.find((row) => row.code === code.toUpperCase() && isRedeemable(row, now))
  if (found === undefined) return 'This code is invalid.'
  checkout.promotion_id = found.id
  return 'The code is applied.'
}

function settled(books: Books, checkout: CheckoutRow, form: URLSearchParams, isPanel: boolean): PageAnswer {
  let result: PayResult
  try {
    result = payCheckout(books, checkout.id, paymentOf(form))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { reason = error.code } = error.facts
    return shown(books, checkout, `Your card was declined (${String(reason)}).`)
  }
  if (result === 'confirm') return asked(checkout, form)
  const returnTo = checkout.back_to.replace('{CHECKOUT_SESSION_ID}', checkout.id)
  if (returnTo === '') return { status: 200, body: page('Invoice paid', html`<p>Thank you.</p>`) }
  if (!isPanel) return { status: 303, location: returnTo, body: '' }
  const script = html`<script data-to="${returnTo}">parent.postMessage({ returnTo: document.currentScript.dataset.to }, '*')</script>`
  return { status: 200, body: page('Paid', script) }
}

function paymentOf(form: URLSearchParams): Payment {
  const method = form.get('method')
  if (method === 'alipay' || method === 'wechat_pay') return { method, outcome: 'at-once' }
  const [month = '', year = ''] = (form.get('until') ?? '').split('/')
  const card = { number: form.get('number') ?? '', month: Number(month), year: Number(year) }
  const answer = form.get('bank')
  return { method: 'card', card, isConfirmed: answer === null ? null : answer === 'yes' }
}

function shown(books: Books, checkout: CheckoutRow, said: string): PageAnswer {
  if (checkout.status !== 'open') {
    return { status: 200, body: page('This checkout is closed', html`<p>It is ${checkout.status}.</p>`) }
  }
  const { kind, leave_to } = checkout
  const due = `$${(dueAtPage(books, checkout) / 100).toFixed(2)}`
  const wallets = html`<button name="method" value="alipay">Alipay</button><button name="method" value="wechat_pay">WeChat Pay</button>`
  const code = html`<form method="post"><label>Code <input name="code"></label><button name="apply" value="1">Apply</button></form>`
  const below = html`<p>Due today: ${due}</p><p role="alert">${said}</p>
<form method="post"><label>Card number <input name="number"></label> <label>Expiry date <input name="until" value="12/2090"></label>
<button name="method" value="card">Pay by card</button>${kind === 'prepaid' ? wallets : null}</form>
${kind === 'card' || kind === 'invoice' ? null : code}
${leave_to === '' ? null : html`<p><a href="${leave_to}">Leave</a></p>`}`
  return { status: 200, body: page('Checkout of the Stripe-shaped server', below) }
}

function asked({ id }: CheckoutRow, form: URLSearchParams): PageAnswer {
  const [number, until] = [form.get('number') ?? '', form.get('until') ?? '']
  const below = html`<form method="post"><input type="hidden" name="number" value="${number}"><input type="hidden" name="until" value="${until}">
<button name="bank" value="yes">Confirm</button> <button name="bank" value="no">Refuse</button></form><p>${id}</p>`
  return { status: 200, body: page('Your bank asks', below) }
}

const page = (title: string, below: ReturnType<typeof html>): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${below}</body></html>`.toString()
