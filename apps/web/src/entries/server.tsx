import './bring-words.ts'

export { render as renderDownloadPage } from './download/server.tsx'
/** The pages that the server renders; each is a separate entry in the browser. */
export { render as renderAnswerPage } from './request-page/server.tsx'
