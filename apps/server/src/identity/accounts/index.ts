/** The public API of accounts: who someone is. */

export { dropAddressesSince, isAccountAddress } from './account-address-store.ts'
export {
  type Account,
  countLogin,
  findAccount,
  findAccountOfAddress,
  insertAccount,
  keepAddress,
  lockAccount,
  lockAsRead,
  replacePassword,
  shareAccount,
} from './account-store.ts'
export { endDigest, holdDigest, noteDigested } from './alert-choice-store.ts'
export { ensureDevice, findDevice, offerDevice } from './device.ts'
export { findProfilePic } from './find-profile-pic.ts'
export { joinAccount, joinAccountOf } from './join-account.ts'
export { changeOperated, eachAccount, type OperatedAccount, type OperatedChange } from './operated-account-store.ts'
export { cleanedName, knownTimeZone, ownName } from './own-words.ts'
export { hashPassword, isPassword, passwordWork } from './password-hash.ts'
export { languageOf, presentUser, requestSettingsOf } from './present-user.ts'
export { changeProfile, endAccount, listAddresses, replaceEmail, setPictureId } from './profile-store.ts'
export { accountRoutes } from './routes.ts'
export { senderAddressOf } from './sender-address.ts'
export { dropTotpSince, readTotp, turnTotpOff, turnTotpOn, useTotpStep } from './totp-store.ts'
