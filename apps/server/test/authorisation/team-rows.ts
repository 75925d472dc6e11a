import type { RouteName } from '@waybill/contract/core/routes'
import { PASSWORD } from '../people/account-person.ts'
import type { Row } from './rows.ts'

const noHandover: Row['foreign'] = ['handover-not-found']
/** As long as a real one. */
const token = `${'A'.repeat(21)}Q`

/**
 * The rows for teams, their branding and what we publish: the owner's members, invitations and logo belong to no other
 * admin.
 */
export const teamRows = {
  readTeam: { ask: () => ({}), foreign: 'own' },
  listActivity: { ask: () => ({}), foreign: 'own', isForManagers: true },
  exportActivity: { ask: () => ({}), foreign: 'own', isForManagers: true },
  inviteMembers: {
    ask: () => ({ body: { emails: ['hidden-contact@quiet.example'], role: 'member' } }),
    foreign: 'own',
  },
  resendInvite: { ask: ({ inviteId }) => ({ params: { invite: inviteId } }), foreign: ['invite-not-found'] },
  withdrawInvite: { ask: ({ inviteId }) => ({ params: { invite: inviteId } }), foreign: ['invite-not-found'] },
  changeMemberRole: {
    ask: ({ person }) => ({ params: { member: person.accountId }, body: { role: 'manager' } }),
    foreign: ['member-not-found'],
  },
  removeMember: {
    ask: ({ person }) => ({ params: { member: person.accountId }, body: {} }),
    foreign: ['member-not-found'],
  },
  requireSecondFactor: {
    ask: () => ({ body: { isRequired: false, password: PASSWORD } }),
    foreign: 'own',
  },
  offerHandover: {
    ask: ({ person }) => ({ body: { member: person.accountId, password: PASSWORD } }),
    foreign: ['member-not-found'],
  },
  withdrawHandover: { ask: () => ({}), foreign: noHandover },
  acceptHandover: { ask: () => ({}), foreign: noHandover },
  openInvite: { ask: () => ({ body: { invite: token } }), foreign: ['invite-gone'] },
  joinTeam: {
    ask: ({ person }) => ({ body: { invite: token, newMemberEmail: person.address, password: PASSWORD } }),
    foreign: ['invite-gone'],
  },
  moveContacts: { ask: ({ contactId }) => ({ body: { ids: [contactId], book: 'shared' } }), foreign: 'own' },
  listRoutes: { ask: () => ({}), foreign: 'own' },
  readRegion: { ask: () => ({}), foreign: 'own' },
  chooseRegion: { ask: () => ({ body: { region: 'cn-hongkong', movesFiles: false } }), foreign: 'own' },
  readSso: { ask: () => ({}), foreign: 'own' },
  saveSso: {
    ask: () => ({ body: { issuer: 'https://login.example.com', clientId: 'waybill', password: PASSWORD } }),
    foreign: ['sso-reserved', 'sso-issuer-unfit'],
  },
  requireSso: { ask: () => ({ body: { isRequired: false, password: PASSWORD } }), foreign: 'own' },
  removeSso: { ask: () => ({ body: { password: PASSWORD } }), foreign: 'own' },
  beginSso: { ask: ({ person }) => ({ body: { email: person.address } }), foreign: ['sso-unknown'] },
  finishSso: { ask: () => ({ body: { state: token, code: token } }), foreign: ['sso-failed'] },
  readChangelog: { ask: () => ({}), foreign: 'own' },
  markNewsRead: { ask: () => ({ body: { entry: 'file-requests' } }), foreign: 'own' },
  readStory: { ask: () => ({ params: { name: 'nobody-has-this-one' } }), foreign: ['not-found'] },
  readBranding: { ask: () => ({}), foreign: 'own' },
  editBranding: { ask: () => ({ body: { showsPoweredBy: true } }), foreign: 'own' },
  putBrandPicture: {
    ask: () => ({ params: { slot: 'logo' }, headers: { 'content-type': 'image/png' }, body: 'no picture' }),
    foreign: ['picture-unreadable'],
  },
  deleteBrandPicture: { ask: () => ({ params: { slot: 'background' } }), foreign: 'own' },
  getBrandPicture: {
    ask: () => ({ params: { picture: 'nobody-has-this-one', form: 'page' } }),
    foreign: ['not-found'],
  },
  acceptInvite: { ask: () => ({ body: { invite: token } }), foreign: ['invite-gone'] },
  readDomain: { ask: () => ({}), foreign: 'own' },
  claimDomain: {
    ask: () => ({ body: { typedDomain: 'secret-host-6120.quiet.example' } }),
    foreign: ['hosts-reserved', 'host-taken', 'hosts-not-offered'],
  },
  checkDomain: { ask: () => ({}), foreign: ['domain-not-found', 'hosts-reserved'] },
  releaseDomain: { ask: () => ({}), foreign: ['domain-not-found'] },
  readMailDomain: { ask: () => ({}), foreign: 'own' },
  claimMailDomain: {
    ask: () => ({ body: { domain: 'secret-mails-6120.example' } }),
    foreign: ['mail-domain-reserved', 'mail-domain-taken', 'mail-domain-not-offered'],
  },
  checkMailDomain: { ask: () => ({}), foreign: ['mail-domain-not-found', 'mail-domain-reserved'] },
  testMailDomain: { ask: () => ({}), foreign: ['mail-domain-not-found', 'mail-domain-reserved'] },
  releaseMailDomain: { ask: () => ({}), foreign: ['mail-domain-not-found'] },
} satisfies Partial<Record<RouteName, Row>>
