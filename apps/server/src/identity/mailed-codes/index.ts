/** The public API of mailed codes: short codes, sent by email, that prove an address for one browser. */
export { admitCodeMail } from './admit-code-mail.ts'
export { codeTries } from './code-tries.ts'
export { confirmSenderCode } from './confirm-sender-code.ts'
export { linkCode } from './link-code.ts'
export {
  hasOpenLinkCode,
  type LinkCodePlace,
  replaceLinkCode,
  settleLinkCode,
  spendLinkCodeTry,
  useLinkCode,
} from './link-code-store.ts'
export { requestSenderCode } from './request-sender-code.ts'
export { mailedCodeRoutes } from './routes.ts'
export {
  CODE_VALID_MINUTES,
  findCodeAddress,
  forgetProofsOf,
  isJustProven,
  isSenderProven,
  listProvenAddresses,
} from './sender-code-store.ts'
