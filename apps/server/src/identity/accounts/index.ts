/** The public API of accounts: a person's identity. */

export {
  type Account,
  countLogin,
  dropAddressesSince,
  findAccount,
  findAccountOfAddress,
  holdAccount,
  holdAccountsOf,
  insertAccount,
  isAccountAddress,
  keepAddress,
  keepDevice,
  lockAccount,
  lockAsRead,
  pinAccounts,
  pinWorkspace,
  replacePassword,
  shareAccount,
} from './account-store.ts'
export { ensureDevice, findDevice, offerDevice } from './device.ts'
export { findProfilePic } from './find-profile-pic.ts'
export { joinAccount, joinAccountOf } from './join-account.ts'
export { countMembers, listAccountsOf, listMembers, type Member, moveAccount, setMemberRole } from './member-store.ts'
export { listOperators, type SearchedAccount, searchAccountsBy, setOperator } from './operator-store.ts'
export { cleanedName, knownTimeZone, ownName } from './own-words.ts'
export { hashPassword, isPassword, passwordWork } from './password-hash.ts'
export { languageOf, pictureOf, presentUser, requestSettingsOf } from './present-user.ts'
export {
  changeProfile,
  countReferrals,
  dropTotpSince,
  eachAccount,
  endAccount,
  endDigest,
  holdDigest,
  listAddresses,
  noteDigested,
  type OperatedAccount,
  readTotp,
  replaceEmail,
  setPictureId,
  suspendAccount,
  turnTotpOff,
  turnTotpOn,
  useTotpStep,
} from './profile-store.ts'
export { accountRoutes } from './routes.ts'
export { senderAddressOf } from './sender-address.ts'
