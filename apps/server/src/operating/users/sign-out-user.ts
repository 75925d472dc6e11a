import { findAccountOfAddress } from '../../identity/accounts/index.ts'
import { signOutEverywhere } from '../../identity/sessions/index.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { type Command, readWords } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { withDatabase } from '../with-database.ts'

export const signOutUser: Command = {
  help: `Usage: npm run waybill -- user sign-out <address>

Ends every session of the account, on every device, from its next call on. No browser can send as the account any more
until it signs in again. The password and second factors stay as they are.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = typedAddress(positionals[0])
    const isThere = await withDatabase(
      async ({ db }) => {
        const account = await findAccountOfAddress(db, address)
        if (!account) return false
        isAbout({ address, accountId: account.id })
        await db.transaction().execute((tx) => signOutEverywhere(tx, account.id))
        return true
      },
      { command: 'user sign-out', isDone: Boolean },
    )
    print(isThere ? `${address} is signed out everywhere.\n` : `No account has the address ${address}.\n`)
    return isThere ? 0 : 1
  },
}
