import type { Language } from '@waybill/contract/core/fields'
import type { SupplierNoun } from '@waybill/contract/requests/supplier-noun'
import { createContext, useContext } from 'react'
import { useLanguage } from '../../shared/words/language.tsx'
import { type CalledEn, type CalledZh, called } from './words/called.ts'

/** Words that mention suppliers, made for the requester's word for them. */
export interface RequestWords<T> {
  en: (called: CalledEn) => T
  zh: (called: CalledZh) => T
}

/** The word for suppliers below this provider: by the shown request, else by the account. */
export const SupplierNounContext = createContext<SupplierNoun>('supplier')

const made = new WeakMap<object, Partial<Record<SupplierNoun, unknown>>>()

/** The words of one table, each made once. */
export function requestWordsOf<T>(words: RequestWords<T>, language: Language, noun: SupplierNoun): T {
  const make = words[language]
  const ofTable = made.get(make) ?? {}
  made.set(make, ofTable)
  ofTable[noun] ??= language === 'zh' ? words.zh(called.zh[noun]) : words.en(called.en[noun])
  return ofTable[noun] as T
}

/** The words of one table in the reader's language. */
export function useRequestWords<T>(words: RequestWords<T>): T {
  return requestWordsOf(words, useLanguage().language, useContext(SupplierNounContext))
}
