export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Creates something: takes an `Idempotency-Key`, kept for 24 hours, so that a retry never creates it twice. */
  creates?: true
  /** The session's cookie alone identifies the caller. */
  auth?: 'cookie'
}

/**
 * The calls that the pages make before anybody has signed in, and those by which one signs in and is known. The browser
 * loads them with the page; `routes.ts` has the others too.
 */
export const visitorRoutes = {
  requestSenderCode: { method: 'POST', path: '/verifyEmail' },
  confirmSenderCode: { method: 'POST', path: '/checkVerifyEmail' },
  locateVisitor: { method: 'GET', path: '/location' },

  verifySignup: { method: 'POST', path: '/newsignupverify' },
  signUp: { method: 'POST', path: '/signup2' },
  logIn: { method: 'POST', path: '/combinedAuth' },
  answerSecondFactor: { method: 'POST', path: '/secondFactor' },
  refreshSession: { method: 'GET', path: '/refreshToken', auth: 'cookie' },
  logOut: { method: 'GET', path: '/logout', auth: 'cookie' },
  checkReturning: { method: 'GET', path: '/anonCheck' },
  requestReset: { method: 'POST', path: '/resetPasswordLink' },
  checkResetToken: { method: 'POST', path: '/passTokenCheck' },
  resetPassword: { method: 'POST', path: '/resetPassword' },
  readAccount: { method: 'GET', path: '/account' },

  planTransfer: { method: 'POST', path: '/quicksend2', creates: true },
  completeTransfer: { method: 'POST', path: '/quicksendData', creates: true },
  resumeTransfer: { method: 'POST', path: '/resumeTransfer' },
  signParts: { method: 'POST', path: '/uploads/:upload/parts' },
  readUpload: { method: 'GET', path: '/uploads/:upload' },
  abandonUpload: { method: 'DELETE', path: '/uploads/:upload' },

  unlockTransfer: { method: 'POST', path: '/unlock' },
  reportOpened: { method: 'POST', path: '/opened' },
  grantDownload: { method: 'POST', path: '/increment', creates: true },
  describeDownload: { method: 'POST', path: '/downloadData' },
  planZip: { method: 'POST', path: '/zip' },
  proveWork: { method: 'POST', path: '/proof' },

  openRequest: { method: 'POST', path: '/openRequest' },
  unlockRequest: { method: 'POST', path: '/unlockRequest' },
  planSubmission: { method: 'POST', path: '/planSubmission', creates: true },
  sendAnswers: { method: 'POST', path: '/sendAnswers', creates: true },
  resumeSubmission: { method: 'POST', path: '/resumeSubmission' },
  completeSubmission: { method: 'POST', path: '/completeSubmission', creates: true },
  openThread: { method: 'POST', path: '/openThread' },
  addComment: { method: 'POST', path: '/addComment', creates: true },
  takeBackComment: { method: 'POST', path: '/takeBackComment' },
  fetchItemExample: { method: 'POST', path: '/itemExample' },
} as const satisfies Record<string, Route>

/** A route's path with its parameters, escaped; one that is not given is empty. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_whole, param: string) => encodeURIComponent(params[param] ?? ''))
