/* A library without any entry that zerostride_regress asks for. */
int fake_build_stranger(void);
int fake_build_stranger(void) { return 0; }
