import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import { hashToken } from '../platform/ids.ts'

/**
 * What stands for the mailbox of an address where mails are counted: its SHA-256, as hexadecimal digits. Counts outlive
 * accounts and transfers, and need not say whose they were.
 */
export const mailboxMark = (address: string): string => hashToken(mailboxOf(address)).toString('hex')
