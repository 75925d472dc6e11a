import { wordsOf } from '../../words/packs.ts'
import type { AddressesWords } from './en.ts'

export const addressesWords = wordsOf<AddressesWords>('addresses')
