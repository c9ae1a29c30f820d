// setjmp.h: cmocka's own header wants one included before it; the shim needs none, and some targets have none.
