import type { Receipt } from '@waybill/contract/tracking/receipt-endpoints'
import type { ReceiptWords } from '../words/en.ts'

type Party = Pick<Receipt['recipient'], 'name' | 'email' | 'country' | 'city'>

/** 'Asha Rao (asha@rao-forge.example)', or what is known about them. */
export function whoOf({ name, email }: Party, words: ReceiptWords): string {
  if (name !== null && email !== null) return `${name} (${email})`
  return name ?? email ?? words.whoeverHoldsLink
}

/** 'Bengaluru, India'. */
export function placeOf({ city, country }: Pick<Party, 'city' | 'country'>, words: ReceiptWords): string {
  return words.place(city, country === null ? null : countryName(country, words.locale)) || words.unknownPlace
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
