// What the sections of zerostride_bars share: what is asked for, and plans as things to time.
#pragma once

#include <string>
#include <vector>

#include "bench/judgement.hpp"
#include "bench/measure.hpp"
#include "bench/operands.hpp"
#include "bench/shapes.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::bench {

struct settings {
    std::vector<shape_row> rows;
    std::vector<dtype> types;  ///< the section's own, as far as they are asked for
    isa with = isa::automatic;
    effort how;
    bool quick = false;
};

/// One for all sections: the largest tensors are many.
extern workspace memory;

/// Those of `some` that the section is to measure.
std::vector<dtype> types_of(const settings& s, std::initializer_list<dtype> some);

std::int64_t l1_bytes();
std::int64_t l2_bytes();
/// Of one tensor that no cache holds a useful part of.
std::int64_t memory_bytes(const settings& s);
/// How many elements lie within three quarters of a cache, at so many bytes for one with its operands and result.
std::int64_t elements_within(std::int64_t cache, std::int64_t bytes);
/// Elements of a tensor of memory_bytes() in whole rows of 3 and of 64.
std::int64_t row_elements(const settings& s, dtype type);

struct named_size {
    const char* name;
    std::int64_t elements;
};

std::string text_of(const char* format, double a, double b = 0, double c = 0);
/// Both medians and the spread, as details of a row.
std::string figures(const comparison& c, const char* a, const char* b);
/// "add/f32/L1".
std::string name_for(op which, dtype type, const std::string& shape);

shape_row contiguous(std::int64_t elements);
/// A function of one operand.
bench_case contiguous_case(op which, dtype type, std::int64_t elements, value_range values);
/// Exact functions, whatever ZEROSTRIDE_ACCURACY says: the bars are theirs.
options exact_options(isa with, int threads);
plan planned(const bound_row& work, isa with, int threads);
/// Measures a plan; a run that does not answer ok throws.
batch runs_of(const plan& made, const bound_row& work);
batch runs_of(const plan& made, const void* const* inputs, void* output);

/// A thing against itself.
void noise_section(const settings& s, table& out);
/// Contiguous operands against a loop written by hand.
void contiguous_section(const settings& s, table& out);
/// Every shape against the contiguous one.
void cliff_section(const settings& s, table& out);
/// Operators against loops written by hand for them, and divisions against a program without vectors.
void elementwise_section(const settings& s, table& out);
/// Binary16 against float.
void half_section(const settings& s, table& out);
/// Broadcasts that are written out against a fill.
void expand_section(const settings& s, table& out);
/// Functions of large tensors against Neg.
void functions_section(const settings& s, table& out);
/// Functions of rare operands against the same of usual ones.
void rare_section(const settings& s, table& out);
/// Many operands in one pass against two at a time.
void variadic_section(const settings& s, table& out);
/// Graphs against their nodes one by one.
void graphs_section(const settings& s, table& out);
/// What a call costs.
void tiny_section(const settings& s, table& out);
/// Two threads against one.
void threads_section(const settings& s, table& out);

}  // namespace zerostride::bench
