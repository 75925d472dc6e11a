/** The worker of uploads to presigned URLs: CRC-32 and MD5. A file of its own, so that others never load MD5. */
import { md5 } from '@noble/hashes/legacy.js'
import { serveSums } from './serve-sums.ts'

serveSums(() => md5.create())
