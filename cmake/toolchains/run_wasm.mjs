// node run_wasm.mjs PROGRAM.wasm [ARGUMENTS...]: runs a WASI program and ends with its exit status.
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const args = process.argv.slice(2);
// Tests read files of the source tree by their full names.
const wasi = new WASI({version: 'preview1', args, env: process.env, preopens: {'/': '/'}, returnOnExit: true});
const module = await WebAssembly.compile(readFileSync(args[0]));
const instance = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: wasi.wasiImport});
process.exit(wasi.start(instance));
