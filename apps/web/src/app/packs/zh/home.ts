export { quickSend } from '../../../features/send/form/words/zh.ts'
export { home } from '../../pages/words/zh.ts'
