import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import { hashToken } from '../platform/ids.ts'

/**
 * Represents an address's mailbox in counters of mails: its SHA-256, as hexadecimal digits. Counters outlive accounts
 * and transfers, and need not reveal the owner.
 */
export const mailboxMark = (address: string): string => hashToken(mailboxOf(address)).toString('hex')
